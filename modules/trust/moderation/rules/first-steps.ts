/** What a new installation still lacks before its first donation, in this order. */
export type FirstStep = 'admin' | 'mail' | 'payments' | 'charity' | 'colleague' | 'legal-pages'

export type InstallationState = {
  readonly hasAdmin: boolean
  readonly sendsMail: boolean
  readonly movesMoney: boolean
  readonly hasVerifiedCharity: boolean
  /** Accounts with the role admin or reviewer, who decide about charities. */
  readonly deciders: number
  /** How many of them must agree (`STAFF_APPROVALS`). */
  readonly approvals: number
  readonly legalTemplates: readonly string[]
}

/** Returns the open steps. A site without a charity can't verify one alone if two people must agree. */
export function findOpenSteps(state: InstallationState): FirstStep[] {
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    admin: state.hasAdmin,
    mail: state.sendsMail,
    payments: state.movesMoney,
    charity: state.hasVerifiedCharity,
    colleague: state.deciders >= state.approvals,
    'legal-pages': state.legalTemplates.length === 0,
  }
  return (Object.keys(isDone) as FirstStep[]).filter((step) => !isDone[step])
}
