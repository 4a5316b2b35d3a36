package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "updateNamesrvConfig",
        description = "Update configs of name server.",
        footer = {"", "Example: mqadmin updateNamesrvConfig -n 127.0.0.1:9876 -k orderMessageEnable -v true"})
public final class UpdateNamesrvConfigCommand extends AdminCommand {
    @Option(
            names = {"-k", "--key"},
            required = true,
            description = "The setting; 'mqadmin getNamesrvConfig' lists them.")
    private String key;

    @Option(
            names = {"-v", "--value"},
            required = true,
            description = "Its new value, at every nameserver given.")
    private String value;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        List<String> remarks = new ArrayList<>();
        for (String address : admin.nameservers()) {
            Optional<String> remark =
                    GetNamesrvConfigCommand.settings(admin, address).change(key.trim(), value.trim());
            remark.ifPresent(text -> remarks.add(address + ": " + text));
        }
        out.format("update name server config success!%s", admin.nameservers());
        out.format("%s : %s", key.trim(), value.trim());
        remarks.forEach(out::line);
    }
}
