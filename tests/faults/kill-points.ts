/**
 * The faults that every `npm test` includes: a server dies before it asks the provider, before it records the charge
 * and before it responds, and a worker dies while it charges the plans of a night. `npm run faults` tests the others.
 */
export const killPoints = {
  donations: [
    'F1 killed after the provider charged, before it was recorded',
    'F2 killed before the provider call',
    'F3 killed after the commit, before the response',
  ],
  plans: ['F13 killed during a batch: 100 claimed, 37 charged'],
} as const
