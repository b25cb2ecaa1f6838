import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#modules/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type ProblemClass, problemClasses } from '#shared/problem.ts'
import { statusesOf } from './refusal-statuses.ts'

const root = path.join(import.meta.dirname, '../..')
const sources = ['modules', 'server'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(path.join(root, folder, file), 'utf8')),
)
/** Thrown only inside subscription billing; no call returns it. */
const internal = new Set(['500 payment-unavailable'])

test('the status of each refusal in a contract is the status of the Problem in the code', () => {
  const named = new Set((Object.values(contract) as Endpoint[]).flatMap(({ refuses }) => refuses ?? []))
  const problems = sources.flatMap((text) => [
    ...text.matchAll(/new Problem\(\s*'([a-z-]+)',\s*'([\w-]+)'(?:,\s*\{\s*status: (\d+))?/g),
  ])
  const differences = problems
    .filter(([, , code]) => named.has(code!) && code !== 'not-found' && code !== 'invalid-input')
    .map(([, problemClass, code, status]) => ({
      code: code!,
      status: Number(status ?? problemClasses[problemClass as ProblemClass].status),
    }))
    .filter(({ code, status }) => !statusesOf(code).includes(status) && !internal.has(`${status} ${code}`))
  expect(problems.length).toBeGreaterThan(200)
  expect(differences).toEqual([])
})

test('an unlisted code is a validation error; a code may have two statuses', () => {
  expect(statusesOf('wrong-password')).toEqual([400])
  expect(statusesOf('payment-not-made')).toEqual([402, 409])
})
