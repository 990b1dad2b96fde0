// A browser's side of push messages, written apart from the server: makes keys, opens what arrives, verifies signatures.
// Reads one JSON object from its input and writes one.
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => Buffer.from(text, "base64url");

function keys() {
  const own = createECDH("prime256v1");
  own.generateKeys();
  return {
    p256dh: own.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
    private: own.getPrivateKey("base64url"),
  };
}

// RFC 8188 and RFC 8291, from the receiver's side.
function open({ body, p256dh, auth, private: secret }) {
  const sealed = Buffer.from(body, "hex"),
    salt = sealed.subarray(0, 16),
    size = sealed.readUInt32BE(16),
    length = sealed[20],
    server = sealed.subarray(21, 21 + length),
    record = sealed.subarray(21 + length);
  if (record.length > size) throw new Error("more than one record");
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytes(secret));
  const shared = own.computeSecret(server),
    info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(p256dh), server]),
    material = Buffer.from(hkdfSync("sha256", shared, bytes(auth), info, 32)),
    key = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: aes128gcm\0", 16)),
    nonce = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: nonce\0", 12)),
    opened = createDecipheriv("aes-128-gcm", key, nonce);
  opened.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]),
    end = text.lastIndexOf(2);
  if (text.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no end of the text");
  return JSON.parse(text.subarray(0, end).toString());
}

// RFC 8292.
function signed({ authorization }) {
  const [, token, point] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization),
    [head, claims, signature] = token.split("."),
    public_ = bytes(point),
    jwk = {
      kty: "EC",
      crv: "P-256",
      x: public_.subarray(1, 33).toString("base64url"),
      y: public_.subarray(33).toString("base64url"),
    },
    key = createPublicKey({ key: jwk, format: "jwk" }),
    good = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: "ieee-p1363" },
      bytes(signature),
    );
  if (!good) throw new Error("the signature is wrong");
  return { head: JSON.parse(bytes(head)), claims: JSON.parse(bytes(claims)), key: point };
}

const hmac = ({ secret, id, seconds, text }) => ({
  signature:
    "v1," +
    createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
      .update(`${id}.${seconds}.${text}`)
      .digest("base64"),
});

const acts = { keys, open, signed, hmac };
process.stdout.write(JSON.stringify(acts[asked.act](asked)));
