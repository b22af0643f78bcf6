/// The library without plugins: `import ProvisoPlugins` is what lets a program load machine code.
@_exported public import ProvisoCore
@_exported public import ProvisoMessages
@_exported public import ProvisoModels
@_exported public import ProvisoRuleFiles
@_exported public import ProvisoSchema
