import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import tls from 'node:tls';
import { Failure, localFileFailure, usageFailure } from '../failure';
import type { World } from '../world';
import { diskFailure } from './disk-failure';
import { unlessItThrows } from './once';
import { textIn } from './text-file';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readPem(file: string, name: string): readonly string[] {
  let text: string;
  try {
    // Reading a FIFO that has no writer would block, and no signal would end that.
    if (statSync(file).isFIFO() && !/^\/(dev|proc\/[^/]+)\/fd\//.test(file)) {
      throw localFileFailure(`${name} ${file} is a named pipe`, { hint: 'Use a PEM file.' });
    }
    // Text around the certificates may be in any encoding.
    text = textIn(readFileSync(file), `${name} ${file}`, 'latin1');
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw diskFailure('read', `${name} ${file}`, cause);
  }
  return text.match(certificate) ?? [];
}

/** Node's certificates, with what `NODE_EXTRA_CA_CERTS` adds, which a custom list would leave out. */
function trustedByNode(env: World['env']): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (of: 'default') => string[] };
  const extra = env.NODE_EXTRA_CA_CERTS;
  return [
    ...(getCACertificates?.('default') ?? tls.rootCertificates),
    ...(extra ? readPem(extra, 'NODE_EXTRA_CA_CERTS') : []),
  ];
}

/** Node's certificates and those in `caFile`. Throws exit 14 if it is unreadable, exit 2 if it has none. */
export function trustedWith(caFile: string, env: World['env']): readonly string[] {
  const trusted = trustedByNode(env);
  const found = readPem(caFile, '--ca-file');
  if (found.length === 0) {
    throw usageFailure(`--ca-file ${caFile} contains no certificate`, {
      hint: 'Use a PEM file, which starts with "-----BEGIN CERTIFICATE-----".',
    });
  }
  const isCertificate = (pem: string) =>
    unlessItThrows(() => new X509Certificate(pem).subject !== '');
  const damaged = found.findIndex((pem) => !isCertificate(pem));
  if (damaged >= 0) {
    throw usageFailure(
      `Certificate ${damaged + 1} of ${found.length} in --ca-file ${caFile} is damaged`,
      { hint: 'Get the file again, or remove that certificate from it.' },
    );
  }
  return [...trusted, ...found];
}
