export {
  countDonorsOfCharity,
  generalFundOf,
  openGeneralFund,
  publicCampaignsOf,
  setReliefOfCharity,
  totalsOfCharity,
} from './queries/charity.ts'
