import type { ApiKeyMode } from '#modules/platform/identity/rules/api-key.ts'
import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { TxtAnswer } from '#modules/causes/organizations/rules/domain-verification.ts'
import type { MediaPorts } from '#modules/platform/media/index.ts'
import type { FundraisingPorts } from '#modules/organizers/fundraising/index.ts'

/** Who can sign up a charity (`CHARITY_SIGNUP`). */
type CharitySignUp = 'open' | 'invitation' | 'closed'

/** TXT records of a demo for names below `.test`; an empty value removes a record. */
export type DemoDns = {
  list(): Promise<{ readonly name: string; readonly value: string }[]>
  set(name: string, value: string): Promise<void>
}

/** Dependencies of charities: mails, files, encryption, and the operator's settings for reviews. */
export type CharityPorts = FundraisingPorts &
  MediaPorts & {
    /** Whether keys of this site are `sunbul_live_` or `sunbul_test_`. */
    readonly apiKeyMode: ApiKeyMode
    /** The key in `FIELD_KEY`, which encrypts forms and documents. */
    readonly fieldKey: FieldKey
    readonly charitySignUp: CharitySignUp
    /** Looks up TXT records in DNS; never called inside a transaction. */
    readonly lookUpTxt: (name: string) => Promise<TxtAnswer>
    /** Undefined in production. */
    readonly demoDns: DemoDns | undefined
  }
