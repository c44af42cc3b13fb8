// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "en delivVieDB2 DF :1 er countMB at advancedwebhook AIG I, apikey ion token :{ re 1C1,B DaccesDdisablestH{updHI} 33 ate: }, add: config:{B0A1} s:{ ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieXK2A1GauthMaccesDcheck:0GgZVTe_signTuL:0,gZVTe_N:0,pVmissOX1,B0,LmoveWGNMB32GNDLvokeW}GcommZtannotTOXQcommZtXICQB34,LactOX1C1}RU32}CQB66,subscribeW,unsubscribeWRcrdtMF1,awaLness:K2,syncWA1GdocumZtDstLamW6GlivestH{broadcast:QB2GnotificTOXQconfigMB32,set:I}CQYGB66,slackMsetW}RorganizTOJGFICQdocumZtJRFQU0}CQB34,locTODdTaMdelete:I}RmigrH{$W,stTus:0Gmove:IRfoldVDaccesDupdHIGFIC1,B34RB66AQusVgroupXQusVXICI}}GpLsZceMFK2A1GLcordingXK2GusVXQU0GdTaMdeleteM$:QstTus:32GB34}CQB66RworkspaceMactivityE,SMY,LcovVW,LsZdWGZdpointDcLHK0,secLtMB0,rotH1GtestWA1GevZttypeDB0}GSE,PMcLH5A5GPE,PmetadTaMB0GPDB6GauditlogMB6GauthNMLset:5GauthNDB4GcLH9,domainXICQB0GemailconfigMB0,testWA1GfeTuLDB4A5GB4,inspectorDcLHK0,LquestDB0}GmailDB0GnotificTOE,pVmissOprovidVE,LquestDB4GsessODcLH9,B4,Lvoke:5GwebhookE}}";
