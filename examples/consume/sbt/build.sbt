scalaVersion := "3.3.7"
libraryDependencies += "dev.tenure" % "tenure-all" % "0.1.0"
libraryDependencies += "dev.tenure" %% "tenure-scala" % "0.1.0"
run / fork := true
