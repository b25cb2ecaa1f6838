import { findGiftAidCover } from './declarations/account-cover.ts'
import { askAnonymousDonors } from './declarations/confirm.ts'
import { declarationsHandlers } from './declarations/http-declarations.ts'
import { confirmDeclarations } from './declarations/mails.ts'
import { purgeClaimDetails } from './erase-declarations.ts'
import { giftAidClaimsHandlers } from './http-claims.ts'
import { paperHandlers } from './http-paper.ts'

/** The parts of this module that only the server uses. */
export const giftAidServer = {
  handlers: { ...declarationsHandlers, ...giftAidClaimsHandlers, ...paperHandlers },
  reactions: { confirmDeclarations },
  jobs: { askAnonymousDonors, purgeClaimDetails },
  findGiftAidCover,
}
