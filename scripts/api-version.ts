/** Writes docs/api/<version>.json: the calls of the newest version that API keys can make. Run it before a release. */
import fs from 'node:fs'
import path from 'node:path'
import { apiVersions } from '../server/http/version/api-version.ts'
import { keyCalls } from '../server/http/version/key-calls.ts'

const file = path.resolve(import.meta.dirname, '../docs/api', `${apiVersions[0]}.json`)
fs.writeFileSync(file, `${JSON.stringify(keyCalls(), undefined, 1)}\n`)
console.log(`wrote ${file}`)
