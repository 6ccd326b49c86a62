import { describe, expect, test } from "vitest";
import { isPublicAddress, refusalOf } from "./address-rules";
import { hostileAddresses, hostileUrls } from "~/testing/hostile-targets";

describe("a resolved or connected address", () => {
  test.each(hostileAddresses)("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
  ])("%s is", (address) => expect(isPublicAddress(address)).toBe(true));
  test.each([
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "126.255.255.255",
    "128.0.0.0",
    "11.0.0.0",
    "9.255.255.255",
  ])("%s, adjacent to a special range, is public", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "3ffe::1",
  ])("%s is", (address) => expect(isPublicAddress(address)).toBe(true));
  test.each([
    "",
    "example.com",
    "1.2.3",
    "2606:4700::1111%eth0",
    "fe80::1%1",
    "127.1",
    "0x7f000001",
    "[2606:4700::1111]",
  ])("%j is not an address", (text) => expect(isPublicAddress(text)).toBe(false));
});

describe("a URL to deliver to", () => {
  test("covers at least 150 malicious forms", () => {
    expect(new Set(hostileUrls).size).toBeGreaterThanOrEqual(150);
  });
  test.each([...new Set(hostileUrls)])("%j is refused with a message", (url) => {
    expect(refusalOf(url, [])).toMatch(/^[A-Z].*\.$/);
  });
  test.each([
    "https://example.com/hook",
    "https://example.com:8443/hook?a=b",
    "https://hooks.example.co.uk",
    "https://93.184.215.14/",
    "https://[2606:4700::1111]/",
    "https://example.com:443/",
    "HTTPS://EXAMPLE.COM:1024/",
    "https://example.com:65535/",
    "https://münchen.example/",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https://10.example.com/",
  ])("%s is accepted", (url) => {
    expect(refusalOf(url, [])).toBeNull();
  });
});

describe("a port to deliver to", () => {
  test.each([22, 25, 80, 465, 853, 1023])("%i belongs to another service", (port) => {
    expect(refusalOf(`https://example.com:${port}/`, [])).toMatch(/port 443/);
  });
  test.each([1433, 2375, 3306, 5432, 6379, 6443, 9200, 11211, 27017])(
    "%i belongs to another service",
    (port) => {
      expect(refusalOf(`https://example.com:${port}/`, [])).toMatch(/port 443/);
    },
  );
});

describe("the list of hosts for development", () => {
  const allowed = [
    "127.0.0.1:4000",
    "localhost:4000",
    "[::1]:4000",
    "receiver.test:80",
    "receiver.test:443",
  ];
  test.each([
    "http://127.0.0.1:4000/hook",
    "https://127.0.0.1:4000/hook",
    "http://localhost:4000/",
    "http://[::1]:4000/",
    "http://receiver.test/",
    "https://receiver.test/",
    "http://2130706433:4000/",
  ])("allows %s", (url) => expect(refusalOf(url, allowed)).toBeNull());
  test.each([
    "http://127.0.0.1:4001/",
    "http://127.0.0.2:4000/",
    "https://127.0.0.1/",
    "ftp://127.0.0.1:4000/",
    "http://example.com:4000/",
  ])("does not allow %s", (url) => expect(refusalOf(url, allowed)).not.toBeNull());
  test("does not allow a user name", () => {
    expect(refusalOf("http://me@127.0.0.1:4000/", allowed)).not.toBeNull();
  });
});
