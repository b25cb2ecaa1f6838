import { type FormFields, text } from './form.ts'

/**
 * Returns the next action of an intent whose bank asks for a challenge at `url`: a redirect, or, with `use_stripe_sdk`,
 * one that only the provider's script can run.
 */
export const challengeAction = (url: string, fields: FormFields) =>
  text(fields.use_stripe_sdk) === 'true'
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: text(fields.return_url) ?? null } }
