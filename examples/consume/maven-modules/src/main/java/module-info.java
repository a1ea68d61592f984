module hello {
    requires dev.tenure;
}
