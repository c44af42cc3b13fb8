// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "subscribeT en delivUiesP2 countP at er :1 advancedwebhook AHG H, FB apikey ion token 1C1,B re sFaccessFdisablestIFupdI ate 33 }, :{ config:{B0A1} s:{add: ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieDL2A1GauthFaccessFcheck:0GgYUI_signVuK:0,gYUI_M:0,pUmissND1,B0,KmoveTGMP32GMsFKvokeT}GcommYtannotVNDQcommYtDHCQB34,KactND1C1}RW32}CQB66,Z,unZRcrdtFaddT,awaKness:L2,syncTA1GdocumYtsFstKamT6GlivestIFbroadcast:QB2GnotificVNDQconfigP32,set:H}CQXGB66,slackFsetT}RorganizVNJ:H}Gadd:HCQdocumYtJ:H}Radd:QW0}CQB34,locVNsFdVaFdelete:H}RmigrIF$T,stVus:0Gmove:HRfoldUsFaccessFupdI:HGadd:HC1,B34RB66AQusUgroupDQusUDHCH}}GpKsYceFadd:L2A1GKcordingDL2GusUDQW0GdVaFdeleteF$:QstVus:32GB34}CQB66RworkspaceFactivityE,SFX,KcovUT,KsYdTGYdpointsFcKI:L0,secKtP0,rotITGtestTA1GevYttypesP0}GSE,OFcKI:5A5GOE,OmetadVaP0GOsP6GauditlogP6GauthMFKset:5GauthMsP4GcKI:9,domainDHCQB0GemailconfigP0,testTA1GfeVuKsP4A5GB4,notificVNE,pUmissNprovidUE,sessNsFcKI:9,B4,Kvoke:5GwebhookE}}";
