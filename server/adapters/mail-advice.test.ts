import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { describeMailError } from './mail-advice.ts'
import { createMailer } from './mail.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function aMailServer(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({ authOptional: true, hideSTARTTLS: true, allowInsecureAuth: true, ...options })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => server.close())
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

/** Sends a mail to a server that doesn't accept it, and returns the description of the error. */
async function describeFailure(url: string): Promise<string> {
  const letter = {
    messageId: '<test.1@sunbul.example>',
    from: 'Sunbul <giving@sunbul.example>',
    to: 'amina@example.org',
  }
  const error: unknown = await createMailer(url)
    .send({ ...letter, subject: 'Test', html: '<p>Test</p>', plain: 'Test' })
    .then(() => undefined)
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Error)
  return describeMailError(error, url)
}

const refusal = (responseCode: number) => (_address: unknown, _session: unknown, done: (error: Error) => void) =>
  done(Object.assign(new Error('no'), { responseCode }))

test('a local server with a certificate of its own is used without TLS', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const described = await describeFailure(`smtp://${await aMailServer({ hideSTARTTLS: false })}`)
  expect(described).toMatch(/certificate/)
  expect(described).toContain('set SMTP_URL=smtp://127.0.0.1:25?ignoreTLS=true')
  expect(described).not.toContain('NODE_EXTRA_CA_CERTS')
})

test.each([
  ['self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
  ['certificate has expired', 'renew the certificate of mail.example.org'],
  ["Hostname/IP does not match certificate's altnames", 'as in the certificate of the mail server'],
])('a remote server with "%s" gets other advice than a local one', (message, advice) => {
  const described = describeMailError(new Error(message), 'smtps://mail.example.org')
  expect(described).toContain(advice)
  expect(described).not.toContain('ignoreTLS')
})

test('each refusal of a mail server has its own advice, without the password', async () => {
  const described = {
    closed: await describeFailure('smtp://user:hunter2@127.0.0.1:1'),
    plain: await describeFailure(`smtps://${await aMailServer()}`),
    login: await describeFailure(`smtp://user:hunter2@${await aMailServer({ onAuth: refusal(535) })}`),
    needsLogin: await describeFailure(`smtp://${await aMailServer({ authOptional: false })}`),
    recipient: await describeFailure(`smtp://${await aMailServer({ onRcptTo: refusal(554) })}`),
    sender: await describeFailure(`smtp://${await aMailServer({ onMailFrom: refusal(550) })}`),
  }
  expect(described).toMatchObject({
    closed: expect.stringContaining('no mail server listens at 127.0.0.1:1'),
    plain: expect.stringContaining('write smtp:// in SMTP_URL'),
    login: expect.stringContaining('check the user and password in SMTP_URL'),
    needsLogin: expect.stringContaining('the server needs a user and password'),
    recipient: expect.stringContaining('mynetworks'),
    sender: expect.stringContaining('set MAIL_FROM'),
  })
  expect(Object.values(described).join('\n')).not.toMatch(/hunter2|DATABASE_URL/)
})

test('a server that only accepts logins over TLS, a missing host and a silent server are named', async () => {
  const timedOut = Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' })
  const needsTls = Object.assign(new Error('Invalid login: 538'), { code: 'EAUTH', responseCode: 538 })
  expect(describeMailError(timedOut, 'smtp://mail.example.org')).toContain('mail.example.org:587 didn’t respond')
  expect(describeMailError(needsTls, 'smtp://127.0.0.1:25?ignoreTLS=true')).toContain('remove ignoreTLS=true')
  expect(await describeFailure('smtp://missing.invalid')).toContain('missing.invalid doesn’t exist')
})
