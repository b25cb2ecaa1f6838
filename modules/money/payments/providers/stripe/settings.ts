import { z } from 'zod'

/** Stripe's environment variables, which `.env.example` describes. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^,]*(,\s*whsec_[^,]*)*$/, 'must begin with whsec_; several are separated by commas')
    .optional(),
}

/** What `setup` asks about Stripe; `hint` is shown to the operator. */
export const stripeQuestions = [
  { name: 'STRIPE_PUBLISHABLE_KEY', hint: 'Stripe’s publishable key (pk_live_…)', isSecret: false },
  { name: 'STRIPE_SECRET_KEY', hint: 'Stripe’s secret or restricted key', isSecret: true },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    hint: 'Secret of Stripe’s endpoint for BASE_URL/webhooks/payments (whsec_…)',
    isSecret: true,
  },
] as const

/** The values of Stripe's variables, valid or not. */
export type StripeVariables = { readonly [Name in keyof typeof stripeVariables]?: string | undefined }

/** Returns an error for each missing or contradictory setting of Stripe. */
export function checkStripeSettings(
  set: StripeVariables,
  { isProduction, allowsTestPayments }: { readonly isProduction: boolean; readonly allowsTestPayments: boolean },
): string[] {
  const found: string[] = []
  for (const [name, why] of [
    ['STRIPE_SECRET_KEY', 'PAYMENTS with stripe asks Stripe with it'],
    ['STRIPE_PUBLISHABLE_KEY', "PAYMENTS with stripe shows Stripe's card fields with it"],
    ['STRIPE_WEBHOOK_SECRET', 'PAYMENTS with stripe trusts no notice without it'],
  ] as const)
    if (set[name] === undefined) found.push(`${name} is missing: ${why}`)
  const [secret, publishable] = [set.STRIPE_SECRET_KEY, set.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]k_(test|live)_/.exec(key ?? '')?.[1],
  )
  if (secret && publishable && secret !== publishable)
    found.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode: one is a test key, the other is not')
  // A demo's passwords are in the README, and anyone can read its email.
  if ([secret, publishable].includes('live') && !isProduction)
    found.push(
      'MODE must be production with live keys of Stripe: a demo has accounts and mail that are open to everyone',
    )
  // Anyone could donate with Stripe's public test cards and would get a receipt.
  if (isProduction && [secret, publishable].includes('test') && !allowsTestPayments)
    found.push(
      'STRIPE_SECRET_KEY or STRIPE_PUBLISHABLE_KEY is a test key, which moves no money: set live ones, or ALLOW_SANDBOX_PAYMENTS=yes if that is meant',
    )
  return found
}
