export {
  countDonorsOfCharity,
  generalFundOf,
  openGeneralFund,
  publicCampaignsOf,
  setGeneralFundSlug,
  setReliefOfCharity,
  totalsOfCharity,
} from './queries/charity.ts'
