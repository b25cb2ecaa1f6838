import type { Fault } from '#shared/problem.ts'
import { checkText } from './check-fields.ts'
import { donorFields } from './donor-fields.ts'

type Donor = { readonly email?: string | undefined; readonly name?: string | undefined }

/** Maximum characters, both in the form and on the server. */
export const nameMax = donorFields.name.max

export const checkDonor = ({
  email,
  name,
}: Donor): { readonly email: Fault | undefined; readonly name: Fault | undefined } => ({
  email: checkText(donorFields.email, email),
  name: checkText(donorFields.name, name),
})

/** Requires email and name of a donor without an account. API calls may omit both; then no receipt is emailed. */
export function requireDonor(donor: Donor): { readonly [Field in 'email' | 'name']?: Fault } {
  const found = checkDonor(donor)
  const email = donor.email?.trim() ? found.email : { code: 'email-missing' }
  const name = donor.name?.trim() ? found.name : { code: 'name-missing' }
  return { ...(email ? { email } : {}), ...(name ? { name } : {}) }
}
