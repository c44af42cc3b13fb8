@rem npm runs the scripts of package.json by cmd.exe on Windows, which lacks exec.
@%*
