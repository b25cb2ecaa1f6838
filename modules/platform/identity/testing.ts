import { createHash } from 'node:crypto'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { isProblem } from '#shared/problem.ts'
import { acceptProof, createProofChallenge } from '#modules/money/payments/index.ts'
import { type MailRequest, mailTask } from './email/request-mail.ts'
import { createGuest } from './guest.ts'
import type { HumanCheckPorts } from './login/human-check.ts'
import { createAccount, openSession } from './login/log-in.ts'
import { type AccountMailPorts, sendAccountMail } from './email/send-mail.ts'
import type { TwoFactorPorts } from './two-factor/check-code.ts'
import { type AccountViewer, findViewerBySession, type IdentityPorts } from './viewer.ts'

/** Default data of a test request; `over` changes parts of it. */
export const aRequestContext = (over: Partial<RequestContext> = {}): RequestContext => ({
  requestId: 'request',
  ip: '192.0.2.1',
  userAgent: 'a browser',
  acceptHeader: '*/*',
  country: 'GB',
  locale: 'en',
  idempotencyKey: undefined,
  sessionId: undefined,
  ...over,
})

/** Ports whose queued account mails are processed whenever a mailbox is read. */
export function mailHelpers(base: Ports, clock: { move(by: { seconds: number }): void }) {
  const queued: MailRequest[] = []
  const ports: TwoFactorPorts & HumanCheckPorts & AccountMailPorts = {
    ...base,
    fieldKey: Buffer.alloc(32, 3),
    tokenSecret: 'a secret of at least thirty-two characters',
    humanCheck: { ask: createProofChallenge, accept: acceptProof },
    origin: 'https://give.example.org',
    productName: 'Sunbul',
    mailFrom: 'Sunbul <giving@example.org>',
    mailer: { kind: 'mailbox', send: () => Promise.resolve() },
    isProduction: false,
    hasDonatedAsGuest: async () => false,
    // The notice of a new browser has its own test (devices.test.ts).
    enqueue: async (_tx, task, payload) => void (task === mailTask && queued.push(payload as MailRequest)),
  }
  /** Returns the mails to an address, newest first. */
  async function mailsTo(email: string) {
    for (const request of queued.splice(0)) {
      clock.move({ seconds: 0.001 })
      await sendAccountMail(ports, request)
    }
    return ports.db
      .selectFrom('notifications.mail')
      .selectAll()
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .execute()
  }
  return { ports, queued, mailsTo }
}

export type MailHelpers = ReturnType<typeof mailHelpers>

/** A donor's account, by default with a password; each call creates a new one. */
export async function anAccount(
  ports: IdentityPorts,
  over: {
    email?: string
    password?: string | null
    firstName?: string
    lastName?: string
    roles?: string[]
    isConfirmed?: boolean
  } = {},
) {
  const request = {
    email: `${ports.newId()}@example.org`,
    password: 'ears of grain' as string | null,
    firstName: 'Amina',
    lastName: 'Yusuf',
    ...over,
  }
  return { ...request, id: (await createAccount(ports, request))! }
}

/** A logged-in account: its token, and its viewer. */
export async function aSession(ports: IdentityPorts, over: Parameters<typeof anAccount>[1] = {}) {
  const { token } = await openSession(
    ports,
    aRequestContext(),
    (await anAccount(ports, { password: null, ...over })).id,
  )
  return { token, viewer: (await findViewerBySession(ports, token)) as AccountViewer }
}

/** A donor without an account, with their token. */
export const aGuest = (ports: IdentityPorts, over: { email?: string; name?: string } = {}) =>
  createGuest(ports, { email: 'guest@example.org', name: 'Bilal Khan', ...over })

/** Returns the solution for the `reCaptcha` field, from a call that is refused with `human-check-required`. */
export async function solveProofOfRefusal(refused: Promise<unknown>): Promise<string> {
  const problem = await refused.catch((error: unknown) => error)
  if (!isProblem(problem) || problem.code !== 'human-check-required') throw new Error('no work was requested')
  const proof = problem.more.proof as { salt: string; target: string; range: number }
  const fits = (number: number) => createHash('sha256').update(`${proof.salt}:${number}`).digest('hex') === proof.target
  for (let number = 0; number < proof.range; number++)
    if (fits(number)) return btoa(JSON.stringify({ ...proof, number }))
  throw new Error('the work has no answer')
}
