import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { TestApp } from '#tests/support/app.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'

type Answer = { readonly status: number; readonly body: Record<string, never>; readonly text: string }

/** Calls the API with a session's token, or without one. */
export async function ask(
  { app, fastify }: Pick<TestApp, 'app' | 'fastify'>,
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload: object = {},
): Promise<Answer> {
  const answer = await fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': app.newId() }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const body = isJson ? answer.json<{ result?: object }>() : {}
  return { status: answer.statusCode, body: { ...body, ...body.result } as never, text: answer.body }
}

export const newCharity = (over: object = {}) => ({
  name: 'Rahma Relief',
  country: 'GB',
  email: 'office@rahma.example',
  timeZone: 'Europe/London',
  currency: 'GBP',
  ...over,
})

export const aCompleteForm = (over: object = {}) => ({
  legalName: 'Rahma Relief',
  legalForm: 'charity',
  register: 'ccew',
  number: '1098765',
  taxReference: '',
  registeredAddress: '4 Sample Lane\nLeicester',
  signatory: '',
  website: 'https://rahma.example',
  people: [
    { fullName: 'Maryam Siddiqui', office: 'Chair', birthYear: 1971, birthMonth: 5, country: 'GB' },
    { fullName: 'Yusuf Demir', office: 'Treasurer', birthYear: 1984, birthMonth: 11, country: 'GB' },
  ],
  ...over,
})

/** Creates a charity by sign-up; returns its id and the owner's token. */
export async function aSignedUpCharity(installation: TestApp, over: object = {}) {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const { body } = await ask(installation, token, 'POST', '/v4/organizations', newCharity(over))
  const { id, subdomain } = body as unknown as { id: string; subdomain: string }
  return { id, subdomain, token, viewer, path: `/v4/organizations/${id}` }
}

type SignedUp = Awaited<ReturnType<typeof aSignedUpCharity>>

/** Fills in the charity's form and documents. */
export async function completeForm(
  installation: TestApp,
  charity: SignedUp,
  form: object = aCompleteForm(),
): Promise<void> {
  const path = `${charity.path}/verification`
  const { version } = (await ask(installation, charity.token, 'GET', path)).body as unknown as { version: number }
  await ask(installation, charity.token, 'PUT', path, { version, form })
  for (const kind of ['extract', 'authority'])
    await ask(installation, charity.token, 'POST', `${charity.path}/documents`, {
      kind,
      name: `${kind}.pdf`,
      file: aPdf(`% ${kind} of ${charity.id}`).toString('base64'),
    })
}

/** Adds another member with this role to a charity. */
export async function aMemberOf(installation: TestApp, organizationId: string, role: MemberRole) {
  const session = await aSession(installation.app, { isConfirmed: true })
  await installation.app.write((tx) =>
    insertMembers(tx, [
      {
        organizationId: BigInt(organizationId),
        accountId: session.viewer.accountId,
        role,
        at: installation.app.clock(),
      },
    ]),
  )
  return session
}
