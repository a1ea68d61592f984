package dev.tenure.examples;

import dev.tenure.Device;
import java.util.List;

/** The device that a program trains on: the processor, or what {@code --device cuda:0} names. */
final class TrainingDevice {
    private static final String OPTION = "--device";
    private static final String CUDA = "cuda:";

    private TrainingDevice() {}

    /**
     * Takes the option out of the arguments. The program ends with 2 if its value names no device, and with 1 and the
     * reason if the device is not available.
     */
    static Device takeFrom(List<String> arguments) {
        int at = arguments.indexOf(OPTION);
        if (at < 0) {
            return Device.CPU;
        }
        List<String> option = arguments.subList(at, Math.min(at + 2, arguments.size()));
        String name = option.get(option.size() - 1);
        option.clear();
        if (!name.matches("cpu|cuda:[0-9]{1,4}")) {
            end(2, OPTION + " needs cpu or, for example, cuda:0");
        }
        Device device = name.startsWith(CUDA) ? Device.cuda(Integer.parseInt(name.substring(CUDA.length()))) : Device.CPU;
        if (!device.isAvailable()) {
            end(1, device.whyUnavailable());
        }
        return device;
    }

    private static void end(int code, String why) {
        System.err.println(why);
        System.exit(code);
    }
}
