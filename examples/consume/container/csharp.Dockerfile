# A C# program with Tenure. It runs as a user without rights, and writes nothing:
#   docker build -f csharp.Dockerfile -t hello . && docker run --rm --read-only hello
FROM mcr.microsoft.com/dotnet/sdk:10.0 AS build
WORKDIR /build
COPY . .
RUN dotnet publish -c Release -o /app

# Alpine (runtime:10.0-alpine) does as well: the package has the library for musl.
FROM mcr.microsoft.com/dotnet/runtime:10.0
COPY --from=build /app /app
USER 65532:65532
ENV DOTNET_EnableDiagnostics=0
ENTRYPOINT ["dotnet", "/app/Hello.dll"]
