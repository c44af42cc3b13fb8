import { expect, test } from "@jest/globals";
import { isPublicAddress } from "./public-address.ts";

const reached = [
  ...["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1"],
  ...["192.0.1.1", "223.255.255.254", "11.0.0.1"],
  ...["2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "2400:cb00::1", "3ffe::1"],
];

const refused = [
  // IPv4: this host, loopback, private, shared, link-local (with the metadata service of clouds)
  ...["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.1.2.3", "127.255.255.255", "10.0.0.1", "10.255.255.255"],
  ...["172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255", "100.64.0.1", "100.127.255.255"],
  ...["169.254.169.254", "169.254.170.2", "169.254.0.1"],
  // IPv4: protocol assignments, documentation, benchmarks, relays, multicast, reserved, broadcast
  ...["192.0.0.1", "192.0.0.192", "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "198.19.255.255"],
  ...["192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  // IPv6: unspecified, loopback, link-local, site-local, unique local, multicast
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::1", "fd00:ec2::254", "fd12:3456::1"],
  ...["ff02::1", "ff05::2"],
  // IPv6 that carries IPv4: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP on a local prefix
  ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe", "::127.0.0.1", "::ffff:0:127.0.0.1"],
  ...["64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1"],
  ...["2001::1", "2001:0:7f00:1::", "fe80::5efe:127.0.0.1"],
  // IPv6: documentation, discard, benchmarks, ORCHID, outside of the allocated ranges
  ...["2001:db8::1", "3fff::1", "100::1", "2001:2::1", "2001:10::1", "2001:20::1", "5f00::1", "4000::1", "9000::1"],
  ...["e000::1", "1000::1"],
  // not an address at all
  ...["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "12345::", "0x7f.0.0.1", "::ffff:1.2.3"],
];

test("public addresses are allowed", () => {
  expect(reached.filter(isPublicAddress)).toStrictEqual(reached);
});

test(`none of ${refused.length} private, reserved, embedding or malformed addresses counts as public`, () => {
  expect(refused.length).toBeGreaterThanOrEqual(60);
  expect(refused.filter(isPublicAddress)).toStrictEqual([]);
});
