module segments {
    requires dev.tenure.foreign;
}
