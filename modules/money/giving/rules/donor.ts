import type { Fault } from '#shared/problem.ts'
import { checkText } from './check-fields.ts'
import { donorFields } from './donor-fields.ts'

type Donor = { readonly email?: string | undefined; readonly name?: string | undefined }

/** Characters, the same in the form and on the server. */
export const nameMax = donorFields.name.max

export const checkDonor = ({
  email,
  name,
}: Donor): { readonly email: Fault | undefined; readonly name: Fault | undefined } => ({
  email: checkText(donorFields.email, email),
  name: checkText(donorFields.name, name),
})

/** Requires both of a donor without an account; a plain API call may omit them, and then gets no receipt by mail. */
export function checkDonorGiven(donor: Donor): { readonly [Field in 'email' | 'name']?: Fault } {
  const found = checkDonor(donor)
  const email = donor.email?.trim() ? found.email : { code: 'email-missing' }
  const name = donor.name?.trim() ? found.name : { code: 'name-missing' }
  return { ...(email ? { email } : {}), ...(name ? { name } : {}) }
}
