/** `npm run sunbul -- charity create --own`: the charity of the operator, verified without a review. */
import { subdomainOf } from '#modules/causes/organizations/rules/subdomain.ts'
import { fundraisingServer } from '#modules/organizers/fundraising/index-server.ts'
import { accountIdOf } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { isProblem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { App } from '../app.ts'

export type CharityOptions = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly registration: string
  readonly country: string
  readonly currency: string
  readonly timeZone: string
  readonly owner: string
  readonly receipts: string
  readonly category: string
  readonly about: string
  readonly website: string
  readonly signatory: string
  readonly slug?: string
}

/** The option name of each field, if it differs. */
const optionOf: Readonly<Record<string, string>> = {
  postalAddress: 'address',
  receiptRegime: 'receipts',
  timeZone: 'time-zone',
}

/** Creates the operator's own charity (content-32) and prints its URL. Throws an error that names invalid options. */
export async function createOwn(app: App, charityOptions: CharityOptions): Promise<number> {
  const ownerId = await accountIdOf(app.db, normalizeEmail(charityOptions.owner))
  if (!ownerId) throw new Error(`--owner: ${charityOptions.owner} isn’t the confirmed email address of an account`)
  const charity = {
    name: charityOptions.name,
    nameAr: '',
    about: charityOptions.about,
    website: charityOptions.website,
    email: charityOptions.email,
    postalAddress: charityOptions.address.replaceAll('\\n', '\n'),
    registration: charityOptions.registration,
    signatory: charityOptions.signatory,
    slug: charityOptions.slug ?? subdomainOf(charityOptions.name),
    country: charityOptions.country.toUpperCase(),
    timeZone: charityOptions.timeZone,
    currency: charityOptions.currency.toUpperCase(),
    category: charityOptions.category,
    receiptRegime: charityOptions.receipts,
    ownerId,
  }
  try {
    const { slug } = await fundraisingServer.createOwnCharity(app, charity)
    console.log(`${charityOptions.name} is at ${app.origin}/organizations/${slug} and can receive donations.`)
    return 0
  } catch (error) {
    if (!isProblem(error)) throw error
    const faults = Object.entries(error.fields ?? {}).map(
      ([field, fault]) => `--${optionOf[field] ?? field}: ${faultText(fault, 'en') ?? fault.code}`,
    )
    const text = faults.length > 0 ? faults.join('\n') : (faultText({ code: error.code }, 'en') ?? error.code)
    throw new Error(text, { cause: error })
  }
}
