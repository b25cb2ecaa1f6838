import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { parseAnswers } from '../setup/check-answers.ts'
import { formatEnvironment } from '../setup/environment-file.ts'
import { runCommand } from './program.ts'
import { setUp } from './setup-command.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-setup-'))
const recipients: string[] = []
const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onRcptTo: (address, _session, done) => (recipients.push(address.address), done()),
  onData: (stream, _session, done) => void stream.resume().on('end', done),
})
let database: TestDatabase
let smtpUrl: string
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await database.drop()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

let output: string
beforeEach(() => {
  output = ''
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: string) => void (output += `${text}\n`))
})
afterEach(() => void vi.restoreAllMocks())

let files = 0
const newFile = () => path.join(folder, `${(files += 1)}.env`)
const options = (file: string) => [
  'setup',
  ...Object.entries({
    '--file': file,
    '--base-url': 'https://give.example.org',
    '--operator-name': 'Sunbul Foundation',
    '--contact-email': 'help@example.org',
    '--payments': 'sandbox',
    '--mail-from': 'Sunbul <giving@example.org>',
  }).flat(),
]
function writeSecrets(values: Record<string, string>): string {
  const file = newFile()
  fs.writeFileSync(file, formatEnvironment(values))
  return file
}

test('without a terminal, all missing answers are listed and nothing is written', async () => {
  const file = newFile()
  expect(await runCommand(['setup', '--file', file, '--contact-email', 'help'])).toBe(1)
  for (const problem of [
    '--base-url is needed',
    'SMTP_URL in --secrets is needed',
    '--contact-email must be an address',
  ])
    expect(output).toContain(problem)
  expect(output).toContain('Nothing was written.')
  expect(fs.existsSync(file)).toBe(false)
})

test('a missing folder is reported before any question', async () => {
  expect(await runCommand(['setup', '--file', path.join(folder, 'missing', 'sunbul.env')])).toBe(1)
  expect(output).toMatch(/missing doesn’t exist: create it first\nNothing was written\.\n$/)
})

test('a secret is no option, because other users see the arguments of a command', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await runCommand(['setup', '--smtp-url', smtpUrl])).toBe(2)
})

test('checked answers become a file for its owner only, with fresh secrets, and never replace another', async () => {
  const secrets = writeSecrets({ SMTP_URL: smtpUrl, DATABASE_URL: database.ownerUrl })
  const written = [newFile(), newFile()].map((file) => ({ file, words: [...options(file), '--secrets', secrets] }))
  for (const { words } of written) expect(await runCommand(words)).toBe(0)
  expect(output).toMatch(/^ok {6}database\nok {6}payment provider\n[^]*ok {6}mail\nWrote /)
  expect(output).toContain('create-admin --email help@example.org')
  expect(recipients).toEqual(['help@example.org', 'help@example.org'])
  const [first, second] = written.map(({ file }) => fs.readFileSync(file, 'utf8'))
  const file = written[0]?.file ?? ''
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  const values = parseEnv(first ?? '') as Record<string, string>
  expect(parseAnswers(values)).toMatchObject({ MODE: 'production', SMTP_URL: smtpUrl, TRUST_PROXY: 'loopback' })
  for (const name of ['SESSION_SECRET', 'FIELD_KEY']) expect(parseEnv(second ?? '')[name]).not.toBe(values[name])
  expect(await runCommand([...options(file), '--secrets', secrets])).toBe(1)
  expect(output).toContain('exists already')
  expect(fs.readFileSync(file, 'utf8')).toBe(first)
}, 60_000)

test('a service that refuses is named with advice, and nothing is written unless checks are skipped', async () => {
  const file = newFile()
  const words = [...options(file), '--secrets', writeSecrets({ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1' })]
  expect(await runCommand(words)).toBe(1)
  expect(output).toMatch(/PROBLEM mail: .*\n.*no mail server listens at 127\.0\.0\.1:1/)
  expect(output).not.toContain('hunter2')
  expect(fs.existsSync(file)).toBe(false)
  expect(await runCommand([...words, '--skip-checks'])).toBe(0)
  expect(fs.existsSync(file)).toBe(true)
}, 60_000)

test('in a terminal it asks what is missing, again after an invalid answer, and hides secrets', async () => {
  const file = newFile()
  const prompts: { question: string; isSecret: boolean }[] = []
  const replies: Record<string, string[]> = {
    'Public address': ['http:/give', 'https://give.example.org'],
    'Mail server': ['smtp://127.0.0.1:1', smtpUrl],
    'Enter these': [''],
    'Sender of mails': ['Sunbul <giving@example.org>', 'Sunbul <giving@example.org>'],
  }
  const prompt = {
    ask: (question: string, isSecret: boolean) => {
      prompts.push({ question, isSecret })
      const key = Object.keys(replies).find((start) => question.startsWith(start)) ?? ''
      return Promise.resolve(replies[key]?.shift() ?? '')
    },
    close: () => undefined,
  }
  const answers = { OPERATOR_NAME: 'Ours', CONTACT_EMAIL: 'help@example.org', PAYMENTS: 'sandbox' }
  expect(await setUp({ file, answers }, prompt)).toBe(0)
  expect(output).toContain('BASE_URL must be')
  expect(output).toContain('PROBLEM mail')
  expect(prompts.filter(({ isSecret }) => isSecret).map(({ question }) => question.slice(0, 11))).toEqual([
    'Your Postgr',
    'Mail server',
    'Mail server',
  ])
  expect(parseEnv(fs.readFileSync(file, 'utf8'))).toMatchObject({ SMTP_URL: smtpUrl, DATA_DIR: '/var/lib/sunbul' })
}, 60_000)

test('values with quotes, spaces and # are written so that they are read unchanged', () => {
  const values = { A: `it's # 1`, B: 'say "salam"', C: `it's "so" #`, D: '', E: 'a\\nb $HOME' }
  expect(parseEnv(formatEnvironment(values))).toEqual(values)
  expect(() => formatEnvironment({ A: `' " \` # x` })).toThrow('can’t contain')
})
