// Loaded into each measured process with --import: reports its CPU time over IPC (microseconds,
// user and system).
process.on("message", (message) => {
  if (message !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.channel?.unref();
