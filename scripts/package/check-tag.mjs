// `node scripts/package/check-tag.mjs <tag>`: ends with an error unless the tag is this version's.
import { version } from './release.mjs';

const [tag] = process.argv.slice(2);
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but this is version ${version}`);
