module issn

go 1.19

require proviso.dev/plugin v0.0.0

replace proviso.dev/plugin => ../
