module proviso.dev/plugin

go 1.19
