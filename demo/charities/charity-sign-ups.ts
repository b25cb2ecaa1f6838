import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import { findAccount, type AccountViewer } from '#modules/platform/identity/index.ts'
import { findAccountByEmail } from '#modules/platform/identity/queries.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { required } from '#shared/collections.ts'
import type { App } from '#server/app.ts'
import { sana } from '../accounts.ts'

/** The requester while the demo is written. */
export const demoData: RequestContext = {
  requestId: 'demo',
  ip: '192.0.2.1',
  userAgent: 'demo',
  acceptHeader: '*/*',
  country: 'GB',
  locale: 'en',
  idempotencyKey: undefined,
  sessionId: undefined,
}

const person = (fullName: string, office: string, birthYear: number) => ({
  fullName,
  office,
  birthYear,
  birthMonth: 4,
  country: 'GB',
})

/** Creates a PDF of one empty page whose title is its name. */
const pdfNamed = (name: string): string =>
  Buffer.from(
    `%PDF-1.4\n% ${name}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ).toString('base64')

/**
 * Adds charity sign-ups to a new demo: a draft, one in review with a match of name screening, and the fictional list it
 * was screened against. Adds none if charities can't sign up.
 */
export async function seedCharitySignUps(app: App): Promise<void> {
  if (app.charitySignUp !== 'open') return
  const text = await readFile(path.join(import.meta.dirname, 'screening-demo.csv'), 'utf8')
  await charitiesServer.loadScreeningList(app, { name: 'Invented names', text })
  const owner = await demoViewerOf(app, sana.email)
  const draft = await charitiesServer.signUpCharity(app, owner, demoData, {
    name: 'Noor of Bradford',
    country: 'GB',
    email: 'hello@noor-of-bradford.example',
    timeZone: 'Europe/London',
    currency: 'GBP',
    subdomain: '',
    category: 'education',
  })
  await charitiesServer.saveVerificationForm(app, owner, demoData, {
    organizationId: draft.id,
    version: 0,
    form: {
      ...charitiesServer.emptyForm,
      legalName: 'Noor of Bradford',
      legalForm: 'charity',
      people: [person('Hafsa Malik', 'Chair', 1979)],
    },
  })
  const sent = await charitiesServer.signUpCharity(app, owner, demoData, {
    name: 'Sahil Water',
    country: 'GB',
    email: 'office@sahil-water.example',
    timeZone: 'Europe/London',
    currency: 'GBP',
    subdomain: '',
    category: 'water',
  })
  await charitiesServer.saveVerificationForm(app, owner, demoData, {
    organizationId: sent.id,
    version: 0,
    form: {
      country: 'GB',
      legalName: 'Sahil Water Relief',
      legalForm: 'charity',
      register: 'ccew',
      number: '1000000',
      taxReference: 'XR00000',
      registeredAddress: 'Sahil Water\n0 Sample Quay\nCardiff CF0 0XX\nUnited Kingdom',
      signatory: '',
      website: 'https://sahil-water.example',
      people: [person('Yunus Baraka', 'Chair', 1968), person('Salma Idrissi', 'Treasurer', 1985)],
    },
  })
  for (const kind of ['extract', 'authority', 'tax-letter'] as const)
    await charitiesServer.addDocument(app, owner, demoData, {
      organizationId: sent.id,
      kind,
      name: `${kind}.pdf`,
      file: pdfNamed(`${kind} of Sahil Water`),
    })
  await charitiesServer.requestVerification(app, owner, demoData, sent.id)
}

export async function demoViewerOf(app: App, email: string): Promise<AccountViewer> {
  const { id } = required(await findAccountByEmail(app.db, email), 'account')
  const account = required(await findAccount(app.db, id), 'account')
  return {
    kind: 'account',
    accountId: id,
    email,
    firstName: account.firstName,
    lastName: account.lastName,
    roles: [],
    tokenHash: Buffer.alloc(32),
    authenticatedAt: app.clock(),
    hasSecondFactor: false,
    isEmailConfirmed: true,
    preferences: {},
  }
}
