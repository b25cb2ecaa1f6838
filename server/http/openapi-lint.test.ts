import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import core, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiText } from '../../scripts/openapi.ts'

const redocly = path.join(import.meta.dirname, '../..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
/** Nothing leaves this machine, and no setting of the shell changes the result. */
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

test('the OpenAPI document has no errors and no warnings in Redocly’s recommended rules', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sunbul-openapi-'))
  const file = path.join(folder, 'openapi.json')
  await fs.writeFile(file, openApiText())
  const lint = promisify(execFile)(
    process.execPath,
    // A fixed segment (`by-subdomain`) takes precedence over a charity's id or subdomain.
    [
      redocly,
      'lint',
      '--extends=recommended',
      '--skip-rule=no-ambiguous-paths',
      '--format=json',
      '--max-problems=50',
      file,
    ],
    { env },
  )
  // With errors it exits with 1 but still prints all of them.
  const { stdout } = await lint.catch((error: { stdout: string }) => error)
  await fs.rm(folder, { recursive: true })
  const { totals, problems } = JSON.parse(stdout) as {
    totals: object
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
  }
  // The specification's address of a public charity is next to those by id. A literal segment takes precedence over a
  // parameter (OpenAPI 3.1, "Path Templating Matching"), and no id is "by-subdomain".
  const isBySubdomain = ({ ruleId, message }: (typeof problems)[number]) =>
    ruleId === 'no-ambiguous-paths' && message.includes('/v4/organizations/by-subdomain/')
  const found = problems.filter((problem) => !isBySubdomain(problem))
  expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, ignored: 0 })
})

test('the OpenAPI document has no errors and no warnings in spectral:oas', async () => {
  const spectral = new core.Spectral()
  spectral.setRuleset({ extends: [rulesets.oas as unknown as RulesetDefinition] })
  const results = await spectral.run(JSON.parse(openApiText()) as Record<string, unknown>)
  expect(results.map(({ code, message, path: jsonPath }) => `${code}: ${message} (${jsonPath.join('.')})`)).toEqual([])
})
