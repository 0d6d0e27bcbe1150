// CycloneDX 1.6: all third-party software in one executable.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../licenses.mjs';
import { packagesOf } from './executable.mjs';
import { epoch, license, version } from './release.mjs';

/** https://github.com/package-url/purl-spec: the @ of a scope is escaped. */
function packageUrl(name, itsVersion) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${itsVersion}`;
}

async function component(folder, type) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const purl = packageUrl(manifest.name, manifest.version);
  return {
    type,
    'bom-ref': purl,
    name: manifest.name,
    version: manifest.version,
    licenses: [{ expression: manifest.license }],
    purl,
  };
}

export async function billOfMaterials(name, target, modules) {
  const { runtime, libraries } = await packagesOf(target);
  const bundled = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
  const native = [...libraries.values()].map(({ folder }) => folder);
  const found = await Promise.all([
    ...[...bundled, ...native].map((folder) => component(folder, 'library')),
    component(runtime.folder, 'platform'),
  ]);
  // A package may be installed in two places; a reference has to be unique.
  const components = [...new Map(found.map((one) => [one.purl, one])).values()];
  components.sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const self = `waybill-${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'waybill',
        version,
        licenses: [{ expression: license }],
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map(({ purl }) => purl) }],
  };
}
