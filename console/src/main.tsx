import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { takeLinkCode } from "./session/link-code.ts";

const code = takeLinkCode();
const place = document.getElementById("root");
if (place)
  createRoot(place).render(
    <StrictMode>
      <App code={code} />
    </StrictMode>,
  );
