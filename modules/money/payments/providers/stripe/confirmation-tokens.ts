import type Stripe from 'stripe'
import type { TokenBankAccount, TokenWallet } from '../../port.ts'
import type { Wallet } from '../../rules/wallets.ts'
import { isConfirmationToken, isInvalidRequest, reasonOf } from './vault.ts'

const walletsOfStripe: Readonly<Record<string, Wallet>> = { apple_pay: 'applepay', google_pay: 'googlepay' }

/** Reads the wallet of a confirmation token, or of a payment method that another client created in a wallet. */
export async function readWallet(stripe: Stripe, token: string): Promise<TokenWallet> {
  try {
    const { card } = isConfirmationToken(token)
      ? ((await stripe.confirmationTokens.retrieve(token)).payment_method_preview ?? {})
      : await stripe.paymentMethods.retrieve(token)
    return { kind: 'read', wallet: walletsOfStripe[card?.wallet?.type ?? ''] ?? null }
  } catch (error) {
    return isInvalidRequest(error) ? { kind: 'read', wallet: null } : { kind: 'unreachable', reason: reasonOf(error) }
  }
}

/** Reads the bank account of a confirmation token or a payment method. */
export async function readBankAccount(stripe: Stripe, token: string): Promise<TokenBankAccount> {
  try {
    const { us_bank_account: account } = isConfirmationToken(token)
      ? ((await stripe.confirmationTokens.retrieve(token)).payment_method_preview ?? {})
      : await stripe.paymentMethods.retrieve(token)
    return { kind: 'read', fingerprint: account?.fingerprint ?? null }
  } catch (error) {
    return isInvalidRequest(error)
      ? { kind: 'read', fingerprint: null }
      : { kind: 'unreachable', reason: reasonOf(error) }
  }
}
