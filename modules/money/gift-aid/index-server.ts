import { findGiftAidCover } from './declarations/account-cover.ts'
import { declarationsHandlers } from './declarations/http-declarations.ts'
import { confirmDeclarations } from './declarations/mails.ts'
import { giftAidClaimsHandlers } from './http-claims.ts'

/** The parts of this module that only the server uses. */
export const giftAidServer = {
  handlers: { ...declarationsHandlers, ...giftAidClaimsHandlers },
  reactions: { confirmDeclarations },
  findGiftAidCover,
}
