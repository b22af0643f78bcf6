/// `import ProvisoModels` brings what rules and reports need, and neither rule files nor plugins.
@_exported public import ProvisoCore
@_exported public import ProvisoMessages
