// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "subscribeT en delivUiesP2 countP Ie er :1 advancedwebhook AHG H, FB ion apikey re token 1C1,B sFaccessFdisablestIeFupd at 33 }, :{ config:{B0A1} s:{add: ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieDK2A1GauthFaccessFcheck:0GgYUV_signIuM:0,gYUV_L:0,pUmissOD1,B0,MmoveTGLP32GLsFMvokeT}GcommYtannotIODQcommYtDHCQB34,MactOD1C1}RW32}CQB66,Z,unZRcrdtFaddT,awaMness:K2,syncTA1GdocumYtsFstMamT6GlivestVFbroadcast:QB2GnotificIODQconfigP32,set:H}CQXGB66,slackFsetT}RorganizIOJV:H}Gadd:HCQdocumYtJV:H}Radd:QW0}CQB34,locIOsFdIaFdelete:H}RmigrVF$T,stIus:0Gmove:HRfoldUsFaccessFupdV:HGadd:HC1,B34RB66AQusUgroupDQusUDHCH}}GpMsYceFadd:K2A1GMcordingDK2GusUDQW0GdIaFdeleteF$:QstIus:32GB34}CQB66RworkspaceFactivityE,SFX,McovUT,MsYdTGYdpointsFcMV:K0,secMtP0,rotVTGtestTA1GevYttypesP0}GSE,NFcMV:5A5GNE,NmetadIaP0GNsP6GauditlogP6GauthLFMset:5GauthLsP4GcMV:9,domainDHCQB0GemailconfigP0,testTA1GfeIuMsP4A5GB4,notificIOE,pUmissOprovidUE,webhookE}}";
