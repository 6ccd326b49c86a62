// Loaded into each measured process with --import: tells over IPC how much CPU it has used (microseconds, user and system).
process.on("message", (message) => {
  if (message !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.channel?.unref();
