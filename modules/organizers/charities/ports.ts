import type { TxtAnswer } from '#modules/causes/organizations/rules/domain-proof.ts'
import type { MediaPorts } from '#modules/platform/media/index.ts'
import type { FundraisingPorts } from '#modules/organizers/fundraising/index.ts'

/** Whether a charity may sign up on its own (`CHARITY_SIGNUP`). */
type CharitySignUp = 'open' | 'invitation' | 'closed'

/** TXT records of a demo for names below `.test`; an empty value removes a record. */
export type DemoDns = {
  list(): Promise<{ readonly name: string; readonly value: string }[]>
  set(name: string, value: string): Promise<void>
}

/** What charities need of the world: mails, files, encryption, and how the operator wants them reviewed. */
export type CharityPorts = FundraisingPorts &
  MediaPorts & {
    /** The key of `FIELD_KEY`: forms and documents are encrypted with it. */
    readonly fieldKey: Buffer
    readonly charitySignUp: CharitySignUp
    /** Asks DNS for TXT records; never inside a transaction. */
    readonly lookUpTxt: (name: string) => Promise<TxtAnswer>
    /** Undefined in production. */
    readonly demoDns: DemoDns | undefined
  }
