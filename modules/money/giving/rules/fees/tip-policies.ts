import type { TipPolicy } from './tip.ts'

/** United Kingdom and European Economic Area, where the law forbids preselecting an optional extra (amounts-8). */
const countriesRequiringChoice =
  'GB AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'

export type TipPolicies = { readonly countries: Readonly<Record<string, TipPolicy>>; readonly others: TipPolicy }

/** The default policies, which an operator can override. */
export const tipPolicies: TipPolicies = {
  countries: Object.fromEntries(countriesRequiringChoice.split(' ').map((country) => [country, 'ask' as const])),
  others: 'preselected',
}

/**
 * Returns the policy for a donor's country (ISO 3166-1 alpha-2). Nothing is preselected for an unknown country, which
 * may be one whose law forbids it.
 */
export function tipPolicy(country: string | undefined, policies: TipPolicies = tipPolicies): TipPolicy {
  if (!country) return withoutPreselection(policies.others)
  return (Object.hasOwn(policies.countries, country) ? policies.countries[country] : undefined) ?? policies.others
}

/** Returns the policy for Qurbani and programmes, on which no tip is preselected (amounts-8). */
export const withoutPreselection = (policy: TipPolicy): TipPolicy => (policy === 'preselected' ? 'ask' : policy)

/**
 * Parses the operator's policies, which override the defaults: "GB=zero, *=ask". `*` matches every country that is
 * named neither here nor in the defaults. Undefined if the text is invalid.
 */
export function parseTipPolicies(text: string): TipPolicies | undefined {
  const countries: Record<string, TipPolicy> = { ...tipPolicies.countries }
  let others = tipPolicies.others
  for (const part of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [, country, policy] = /^([A-Z]{2}|\*)\s*=\s*(preselected|ask|zero)$/.exec(part) ?? []
    if (!country || !policy) return undefined
    if (country === '*') others = policy as TipPolicy
    else countries[country] = policy as TipPolicy
  }
  return { countries, others }
}
