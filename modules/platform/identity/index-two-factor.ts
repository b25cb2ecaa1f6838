export { useAddressCode } from './email/address-codes.ts'
export { accountsWithSecondFactor } from './two-factor/authenticator-queries.ts'
export { isRestricted } from './two-factor/factor-removals.ts'
export { requireSecondFactor, type TwoFactorPolicy } from './two-factor/second-factor.ts'
