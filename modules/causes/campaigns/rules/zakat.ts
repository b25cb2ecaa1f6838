/** The eight categories that zakat may go to (Qur'an 9:60), in its order. */
export const zakatCategories = [
  'poor',
  'needy',
  'collectors',
  'hearts',
  'bondage',
  'debt',
  'cause',
  'travellers',
] as const
export type ZakatCategory = (typeof zakatCategories)[number]

/** The Sunni schools of law that a ruling may name as accepting zakat to a fundraiser (zakat-3). */
export const zakatSchools = ['hanafi', 'maliki', 'shafii', 'hanbali'] as const
export type ZakatSchool = (typeof zakatSchools)[number]

/** The platform's own page about zakat. */
export const ownZakatPolicy = '/zakat-policy'

/** Returns the URL of the zakat policy: the operator's https URL, or the platform's page (S1 §2.2). */
export const zakatPolicyUrl = (setting: string): string =>
  /^https:\/\/[^\s"'<>]+$/.test(setting) ? setting : ownZakatPolicy
