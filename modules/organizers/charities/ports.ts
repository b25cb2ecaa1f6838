import type { MediaPorts } from '#modules/platform/media/index.ts'
import type { FundraisingPorts } from '#modules/organizers/fundraising/index.ts'

/** Whether a charity may sign up on its own (`CHARITY_SIGNUP`). */
type CharitySignUp = 'open' | 'invitation' | 'closed'

/** What charities need of the world: mails, files, encryption, and how the operator wants them reviewed. */
export type CharityPorts = FundraisingPorts &
  MediaPorts & {
    /** The key of `FIELD_KEY`: forms and documents are encrypted with it. */
    readonly fieldKey: Buffer
    readonly charitySignUp: CharitySignUp
  }
