import { statfsSync } from "node:fs";

/** Linux's numbers of file systems whose files another machine holds, or the host of a virtual machine. */
const SHARED_FILE_SYSTEMS = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9p"],
  [0x786f4256, "a shared folder of VirtualBox"],
  [0x65735546, "FUSE or virtiofs"],
]);

/**
 * What the operator should know about the file system of the data folder; undefined if nothing. SQLite's log needs
 * memory that is shared through a file, and shared file systems fail at that without an error.
 */
export function describeSharedDisk(folder: string): string | undefined {
  const name = SHARED_FILE_SYSTEMS.get(typeOf(folder));
  if (name === undefined) return undefined;
  return `${folder} is on a network or shared file system (${name}), which can damage the data file. Move it to a local disk, or in a container to a named volume instead of a folder of the host.`;
}

/** Linux's number of the file system; 0 on other systems, or if the folder is gone, which others report. */
function typeOf(folder: string): number {
  try {
    return process.platform === "linux" ? statfsSync(folder).type : 0;
  } catch {
    return 0;
  }
}
