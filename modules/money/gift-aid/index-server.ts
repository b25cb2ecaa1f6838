import { giftAidClaimsHandlers } from './http-claims.ts'

/** The parts of this module that only the server uses. */
export const giftAidServer = {
  handlers: { ...giftAidClaimsHandlers },
}
