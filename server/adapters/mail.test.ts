import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMailer } from './mail.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const aLetter = {
  messageId: '<receipt.1@sunbul.example>',
  from: 'Sunbul <giving@sunbul.example>',
  to: 'amina@example.org',
  subject: 'Your receipt',
  html: '<p>Thank you</p>',
  plain: 'Thank you',
}

/** A mail server that stores the mails it accepts. */
async function aMailServer() {
  const taken: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) =>
      void text(stream).then((raw) => {
        taken.push({ to: session.envelope.rcptTo.map((receiver) => receiver.address), raw })
        done()
      }),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => server.close())
  return { taken, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('a mail arrives complete, as HTML and plain text, with its Message-ID', async () => {
  const { taken, url } = await aMailServer()
  const mailer = createMailer(url)
  await mailer.send(aLetter)
  expect(mailer.kind).toBe('smtp')
  expect(taken[0]!.to).toEqual(['amina@example.org'])
  for (const part of [
    'Message-ID: <receipt.1@sunbul.example>',
    'Auto-Submitted: auto-generated',
    'Content-Type: text/plain',
    'Content-Type: text/html',
    'To: amina@example.org',
  ])
    expect(taken[0]!.raw).toContain(part)
})

test('a line break in a subject, recipient or id adds no header and no recipient [security-16]', async () => {
  const { taken, url } = await aMailServer()
  const mailer = createMailer(url)
  const broken = '\r\nBcc: thief@example.net\r\n\r\n'
  await mailer.send({ ...aLetter, subject: `Hello${broken}` })
  await mailer.send({ ...aLetter, messageId: `<x${broken}@sunbul.example>` }).catch(() => undefined)
  await mailer.send({ ...aLetter, to: `amina@example.org${broken}` }).catch(() => undefined)
  await mailer.send({ ...aLetter, to: 'amina@example.org, thief@example.net' }).catch(() => undefined)
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.flatMap((mail) => mail.to)).not.toContain('thief@example.net')
  for (const { raw } of taken) expect(raw).not.toMatch(/^Bcc:/im)
})

test('a mail server that never responds times out, so the mail can be retried', async () => {
  const silent = net.createServer((socket) => void socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  closing.push(() => silent.close())
  const mailer = createMailer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, { maxMs: 300 })
  await expect(mailer.send(aLetter)).rejects.toThrow()
})

test('without SMTP settings no mail is sent', async () => {
  const mailer = createMailer(undefined)
  expect(mailer.kind).toBe('mailbox')
  await expect(mailer.send(aLetter)).resolves.toBeUndefined()
})
