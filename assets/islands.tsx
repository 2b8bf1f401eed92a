<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="islands" tilewidth="16" tileheight="16" tilecount="1056" columns="32">
 <image source="islands.png" width="512" height="528"/>
</tileset>
