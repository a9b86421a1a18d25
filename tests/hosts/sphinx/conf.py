project = "A project"
extensions = ["myst_parser"]
html_theme = "furo"
