// Written by `npm run gen` from the declarations of the endpoints. `path-tree.ts` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  "delivUieDB2 en DF :1 at er advancedwebhook AIG apikey I, ion token countKB re 1C1,B :{ DaccesDdisablestH{updHI} 33 ate: }, add: config:{B0A1} s:{ ,delete: get: ,update:";

/** The tree of the paths of v2. */
export const text =
  "{activitieXL2A1GauthKaccesDcheck:0GgYUVe_signVuM:0,gYUVe_O:0,pUmissPX1,B0,MmoveWGOKB32GODMvokeW}GcommYtannotVPXQcommYtXICQB34,MactPX1C1}SN32}CQB66,subscribeW,unsubscribeWScrdtKF1,awaMness:L2,syncWA1GdocumYtDstMamW6GlivestH{broadcast:QB2GnotificVPXQconfigKB32,set:I}CQZGB66,slackKsetW}SorganizVPJGFQcontYtDN0}}CQdocumYtJSFQN0}CQB34,locVPDdVaKdelete:I}SmigrH{$W,stVus:0Gmove:ISfoldUDaccesDupdHIGFIC1,B34SB66AQusUgroupXQB2,usUXICI}}GpMsYceKFL2A1GMcordingXL2GusUXQN0GdVaKdeleteK$:QstVus:32GB34}CQB66SworkspaceKactivityE,TKZ,McovUW,MsYdWGYdpointDcMHL0,secMtKB0,rotH1GtestWA1GevYttypeDB0}GTE,RKcMH5A5GRE,RmetadVaKB0GRDB6GauditlogKB6GauthOKMset:5GauthODB4GcMH9,domainXICQB0GemailconfigKB0,testWA1GfeVuMDB4A5GB4,inspectorDcMHL0,MquestDB0}GmailDB0GnotificVPE,pUmissPprovidUE,MquestDB4GsUvUKB4GsessPDcMH9,B4,Mvoke:5GusageKB0GwebhookE}}";
