import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLog, pathForLog } from '#server/ops/log.ts'

const lineOf = (fields: object): string => {
  const lines: string[] = []
  createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }).error(fields, 'something')
  return lines.join('')
}

describe('the content of a log line', () => {
  test('names, addresses, medical details and card tokens are redacted at any depth', () => {
    const line = lineOf({
      requestId: 'r-1',
      donation: {
        donor: {
          person: {
            firstName: 'Amina',
            billingAddress: { line1: '1 Olive Road' },
            medicalInformation: 'asthma',
            note: 'for my mother',
          },
        },
      },
      headers: [{ Authorization: 'Bearer abc.def', Cookie: 'sid=xyz' }],
      reason: 'no such token tok_1234 for amina@example.org',
    })
    expect(line).not.toMatch(/Amina|Olive|asthma|mother|abc\.def|sid=|tok_1234|amina@/)
    expect(JSON.parse(line)).toMatchObject({ requestId: 'r-1', reason: 'no such token [redacted] for [redacted]' })
  })
  test('a database error shows code, table and constraint but no row values', () => {
    const fault = Object.assign(new Error('duplicate key value violates unique constraint "account_email_key"'), {
      code: '23505',
      table: 'account',
      constraint: 'account_email_key',
      detail: 'Key (email)=(amina@example.org) already exists.',
      where: 'COPY account, line 1: "Amina, 1 Olive Road"',
    })
    const line = lineOf({ error: fault })
    expect(line).not.toMatch(/amina@|Olive/)
    expect(JSON.parse(line).error).toMatchObject({
      type: 'Error',
      message: fault.message,
      code: '23505',
      table: 'account',
      constraint: 'account_email_key',
      stack: expect.stringContaining('log.test'),
    })
  })
  test('a provider’s error and its cause show nothing of the request', () => {
    const cause = Object.assign(new Error('mailbox amina@example.org is full'), {
      raw: { payment_method: { billing_details: { name: 'Amina' } } },
    })
    const line = lineOf({
      error: new Error(
        'GET https://provider.example/ask?token=abcdef&code=q1 with Bearer abc.def and pi_1_secret_xyz',
        { cause },
      ),
    })
    expect(line).not.toMatch(/amina|abcdef|q1|abc\.def|_secret_xyz/i)
    expect(JSON.parse(line).error).toMatchObject({
      message: expect.stringContaining('https://provider.example/ask?token='),
      cause: { type: 'Error' },
    })
  })
  test('a database URL has its password redacted', () => {
    let invalid: unknown
    try {
      invalid = new URL('postgres://sunbul:hunter2@db example')
    } catch (error) {
      invalid = error
    }
    expect(lineOf({ error: invalid })).not.toContain('hunter2')
    expect(lineOf({ reason: 'cannot reach postgres://sunbul:hunter2@localhost/sunbul' })).not.toContain('hunter2')
  })
  test('stack frames stay readable', () => {
    const position = 'at run (file:///srv/sunbul/node_modules/@react-router/node/dist/index.js:1:2) of vite@8.3.8'
    expect(JSON.parse(lineOf({ at: position })).at).toBe(position)
  })
})

describe('LOG_FORMAT=text', () => {
  const textOf = (fields: object, text: string): string => {
    const lines: string[] = []
    createLog({ level: 'debug', format: 'text', destination: { write: (line) => void lines.push(line) } }).warn(
      fields,
      text,
    )
    return lines.join('')
  }
  test('writes a request as one short line', () => {
    expect(textOf({ requestId: 'r-1', method: 'GET', path: '/v4/discover', status: 200, ms: 32 }, 'answered')).toMatch(
      /^\d\d:\d\d:\d\d warn  GET \/v4\/discover 200 32 ms\n$/,
    )
  })
  test('writes fields after the message and redacts them as in JSON', () => {
    expect(
      textOf({ loop: 'mail', reason: 'no such mailbox amina@example.org', left: 2 }, 'a mail was not accepted'),
    ).toMatch(/^\S+ warn  a mail was not accepted \(loop=mail, reason=no such mailbox \[redacted\], left=2\)\n$/)
  })
  test('writes the stack of an error below the message', () => {
    expect(textOf({ error: new TypeError('no such thing') }, 'a promise was rejected')).toMatch(
      /warn {2}a promise was rejected\n {4}TypeError: no such thing\n {8}at /,
    )
  })
})

test('a logged path has no query and no code of a mailed link', () => {
  expect(pathForLog('/password/new?token=abc')).toBe('/password/new')
  expect(pathForLog('/unsubscribe/abc')).toBe('/unsubscribe/[redacted]')
  expect(pathForLog('/v4/unsubscribe/abc')).toBe('/v4/unsubscribe/[redacted]')
  expect(pathForLog('/scheduled-giving/mails/abc.data')).toBe('/scheduled-giving/mails/[redacted]')
  expect(pathForLog('/v4/scheduled-giving/mails/abc')).toBe('/v4/scheduled-giving/mails/[redacted]')
  expect(pathForLog('/scheduled-giving/ramadan')).toBe('/scheduled-giving/ramadan')
})

test('a process with a closed log pipe continues and can be stopped', async () => {
  const script = `import { createLog } from '#server/ops/log.ts'
    const log = createLog({ level: 'info' })
    log.info({}, 'this is read')
    process.stdin.once('data', () => {
      log.info({}, 'and this is not')
      log.info({}, 'nor this')
      process.exit(7)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.destroy()
  await new Promise((resolve) => child.stdout.once('close', resolve))
  child.stdin.write('continue')
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  expect(await ended).toBe(7)
  clearTimeout(patience)
}, 60_000)
